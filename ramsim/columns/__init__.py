"""The tables of rates per seat, a file for each family: which quantity each column is, and how its error is found."""
