"""What ends a session: deals, a target, a broke player under each rule, a pot beyond all bounds."""

from __future__ import annotations

import numpy as np
import pytest

from ramsim.errors import UsageError
from ramsim.kernels.session_state import BY_DEALS, BY_OVERFLOW, BY_RUIN, BY_TARGET, MOST_POT
from ramsim.sessions.quantities import profits_of


def books(result, stack=0):
    """Give lengths, endings and what each player has gained."""
    records = result.records
    return records.deals, records.ending, profits_of(records, stack)


def by_deal(play, deals, **words):
    """Give the chips of each player after 1, 2, ..., ``deals`` deals: the same sessions, cut off there."""
    return [play(deals=count, **words).records.chips for count in range(1, deals + 1)]


def test_sessions_end_after_their_deals(play) -> None:
    lengths, endings, _ = books(play(deals=17))
    assert (lengths == 17).all()
    assert (endings == BY_DEALS).all()


def test_sessions_last_a_hundred_deals_when_nothing_else_ends_them(play) -> None:
    assert (play(deals=None, sessions=20).records.deals == 100).all()


def test_rule_7_of_ramsli_first_to_thirty_chips_ends_the_session(play) -> None:
    """Each session ends with the first deal after which a player has 30 chips or more."""
    history = by_deal(play, 40, sessions=60)
    result = play(target=30, deals=40, sessions=60)
    lengths, endings, profits = books(result)
    for j in range(60):
        first = next((t + 1 for t, chips in enumerate(history) if chips[:, j].max() >= 30), None)
        assert lengths[j] == (first or 40)
        assert endings[j] == (BY_TARGET if first else BY_DEALS)
        assert (profits[:, j] == history[lengths[j] - 1][:, j]).all()
    assert (endings == BY_TARGET).any()


def test_target_counts_the_stack(play) -> None:
    """With stacks of 20 a target of 50 is reached by who has gained 30."""
    assert (
        play(target=50, stack=20, broke="play_on", sessions=80).records.deals
        == play(target=30, sessions=80).records.deals
    ).all()


def test_broke_stop_ends_the_session_when_a_player_has_no_chips_left(play) -> None:
    history = by_deal(play, 40, sessions=60)
    result = play(stack=12, sessions=60)
    lengths, endings, profits = books(result, 12)
    for j in range(60):
        first = next((t + 1 for t, chips in enumerate(history) if 12 + chips[:, j].min() <= 0), None)
        assert lengths[j] == (first or 40)
        assert endings[j] == (BY_RUIN if first else BY_DEALS)
        assert (profits[:, j] == history[lengths[j] - 1][:, j]).all()
        for player in range(4):
            broke = bool(first) and 12 + history[first - 1][player, j] <= 0
            assert result.records.ruin[player, j] == (first if broke else 0)
    assert (endings == BY_RUIN).any()


def test_broke_play_on_goes_on_in_debt_and_notes_the_first_ruin(play) -> None:
    history = by_deal(play, 40, sessions=60)
    result = play(stack=12, broke="play_on", sessions=60)
    lengths, endings, profits = books(result, 12)
    assert (lengths == 40).all()
    assert (endings == BY_DEALS).all()
    assert (profits == history[-1]).all()
    for j in range(60):
        for player in range(4):
            ruined = [t + 1 for t, chips in enumerate(history) if 12 + chips[player, j] <= 0]
            assert result.records.ruin[player, j] == (ruined[0] if ruined else 0)


def test_broke_rebuy_buys_stacks_until_there_are_chips(play) -> None:
    """Books kept by hand from the changes of each deal: a player at 0 or below buys stacks until he is above it."""
    history = [np.zeros((4, 60), dtype=np.int64), *by_deal(play, 40, sessions=60)]
    result = play(stack=3, broke="rebuy", sessions=60)
    assert result.records.bought.max() > 2
    for j in range(60):
        for player in range(4):
            chips, bought, ruin = 3, 0, 0
            for t in range(40):
                chips += int(history[t + 1][player, j] - history[t][player, j])
                if chips <= 0 and not ruin:
                    ruin = t + 1
                while chips <= 0:
                    chips, bought = chips + 3, bought + 1
            assert result.records.chips[player, j] == chips
            assert result.records.bought[player, j] == bought
            assert result.records.ruin[player, j] == ruin
    assert (profits_of(result.records, 3) == history[-1]).all()


def test_a_pot_beyond_all_bounds_ends_the_session_as_an_overflow(play) -> None:
    """A bete of the pot with everyone always in: the pot can double and more each deal; 10**12 chips end it."""
    result = play(
        "ramsli",
        deals=5000,
        sessions=64,
        players=6,
        declare="always",
        play="random",
        rules={"bete": "pot", "ante": 1000},
    )
    lengths, endings, profits = books(result)
    beyond = endings == BY_OVERFLOW
    assert beyond.any()
    assert (result.records.pot[beyond] > MOST_POT).all()
    assert (result.records.pot[~beyond] <= MOST_POT).all()
    assert (result.records.pot_most[~beyond] <= MOST_POT + 6000).all()
    assert (lengths[beyond] < 5000).all()
    assert (profits.sum(axis=0) + result.records.pot == 0).all()
    assert "Overflow" in " ".join(result.notes)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"broke": "stop"}, "without a stack"),
        ({"broke": "rebuyy", "stack": 5}, "must be one of stop, rebuy, play_on"),
        ({"stack": 0}, "stack = 0"),
        ({"target": 10, "stack": 10}, "above the stack"),
        ({"target": -1}, "target = -1"),
        ({"deals": 0}, "deals = 0"),
        ({"deals": 10**7}, "1 to 1,000,000"),
        ({"sessions": 0}, "sessions = 0"),
        ({"sessions": 10**7}, "1 to 4,000,000"),
        ({"first": 2**60}, "first"),
        ({"skat": "rule"}, "has no skat policy"),
        ({"threads": 0}, "threads = 0"),
        ({"max_sessions": 5}, "max_sessions = 5"),
        ({"sessions": 5, "precision": ["mean_pot=0.1"]}, "sessions = 5"),
        ({"sessions": None, "precision": ["ruin_rate=0.1"]}, "unknown column 'ruin_rate'"),
    ],
)
def test_words_that_are_off_are_refused(play, words, says) -> None:
    with pytest.raises(UsageError, match=says.replace("(", r"\(")):
        play(**words)
