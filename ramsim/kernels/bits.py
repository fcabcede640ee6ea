"""Bit steps that have no branch: deposit, count, leading zeros, shifts that stay as wide as their word.

``deposit(x, mask)`` moves the low bits of ``x`` to the set bits of ``mask`` in order (PDEP); ``deposit(1 << n,
mask)`` is the n-th set bit. It is one instruction where the processor has BMI2, a loop over the set bits elsewhere,
with the same result everywhere.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

_BMI2 = bool(llvmlite.binding.get_host_cpu_features().get("bmi2"))


def deposit(x: Any, mask: Any) -> Any:
    """Deposit the low bits of ``x`` at the set bits of ``mask`` (both uint32 or both uint64)."""
    result = mask ^ mask
    rest = mask
    while rest:
        low = rest & (~rest + type(rest)(1))
        if x & type(rest)(1):
            result |= low
        rest ^= low
        x >>= type(rest)(1)
    return result


def count_bits(x: Any) -> Any:
    """Count the set bits of ``x`` (uint32 or uint64), in its own type."""
    return type(x)(int(x).bit_count())


def leading_zeros(x: Any) -> Any:
    """Count the zeros above the highest set bit of ``x`` (uint32 or uint64), in its own type."""
    return type(x)(8 * x.itemsize - int(x).bit_length())


def shift_left(x: Any, places: Any) -> Any:
    """Shift ``x`` left by fewer places than it has bits; both of one type.

    Numba widens 32-bit operands to 64, and LLVM can narrow only shifts by constants: `<<` and `>>` by a variable keep a
    whole loop in lanes twice as wide.
    """
    return type(x)(int(x) << int(places) & (1 << 8 * x.itemsize) - 1)


def shift_right(x: Any, places: Any) -> Any:
    """Shift ``x`` right by fewer places than it has bits; both of one type (see `shift_left`)."""
    return type(x)(int(x) >> int(places))


@intrinsic
def _pdep(typingctx: Any, x: Any, mask: Any) -> Any:
    """Emit the PDEP instruction of the operands' width."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        width = signature.return_type.bitwidth
        name = f"llvm.x86.bmi.pdep.{width}"
        function = builder.module.globals.get(name)
        if function is None:
            integer = ir.IntType(width)
            function = ir.Function(builder.module, ir.FunctionType(integer, [integer, integer]), name)
        return builder.call(function, args)

    return mask(mask, mask), emit


@intrinsic
def _popcount(typingctx: Any, x: Any) -> Any:
    """Emit LLVM's population count, which becomes a vector instruction where there is one."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return x(x), emit


@overload(deposit, inline="never")
def _deposit_compiled(x: Any, mask: Any) -> Any:
    if not isinstance(mask, types.Integer):
        return None
    if _BMI2:

        def by_instruction(x: Any, mask: Any) -> Any:
            return _pdep(x, mask)

        return by_instruction
    word = np.uint32 if mask.bitwidth == 32 else np.uint64

    def by_loop(x: Any, mask: Any) -> Any:
        result = word(0)
        rest = mask
        bits = word(x)
        while rest != word(0):
            low = word(rest & word(~rest + word(1)))
            if word(bits & word(1)) != word(0):
                result = word(result | low)
            rest = word(rest ^ low)
            bits = word(bits >> word(1))
        return result

    return by_loop


@overload(count_bits)
def _count_bits_compiled(x: Any) -> Any:
    if not isinstance(x, types.Integer):
        return None

    def by_instruction(x: Any) -> Any:
        return _popcount(x)

    return by_instruction


@intrinsic
def _ctlz(typingctx: Any, x: Any) -> Any:
    """Emit LLVM's count of leading zeros, defined for 0."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return x(x), emit


@intrinsic
def _shl(typingctx: Any, x: Any, places: Any) -> Any:
    """Emit a left shift of the operands' own width."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.shl(args[0], args[1])

    return x(x, x), emit


@intrinsic
def _lshr(typingctx: Any, x: Any, places: Any) -> Any:
    """Emit a logical right shift of the operands' own width."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.lshr(args[0], args[1])

    return x(x, x), emit


@overload(leading_zeros)
def _leading_zeros_compiled(x: Any) -> Any:
    if not isinstance(x, types.Integer):
        return None

    def by_instruction(x: Any) -> Any:
        return _ctlz(x)

    return by_instruction


@overload(shift_left)
def _shift_left_compiled(x: Any, places: Any) -> Any:
    if not isinstance(x, types.Integer) or x != places:
        return None

    def by_instruction(x: Any, places: Any) -> Any:
        return _shl(x, places)

    return by_instruction


@overload(shift_right)
def _shift_right_compiled(x: Any, places: Any) -> Any:
    if not isinstance(x, types.Integer) or x != places:
        return None

    def by_instruction(x: Any, places: Any) -> Any:
        return _lshr(x, places)

    return by_instruction
