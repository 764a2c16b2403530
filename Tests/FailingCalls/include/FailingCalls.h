// Calls to the system that fail in turn, for a program that this library is loaded into before all others.
//
// FAILING_UNDER   the calls that count are those on files below this folder, or, as in `fd:1`, on a descriptor
// FAILING_LOG     a file that gets the name of each such call in a line
// FAILING_CALL    the name of the call that fails
// FAILING_NUMBER  which one of that name, from 1 on
// FAILING_ERROR   the number of the error, or 0 for a transfer of one byte only
// FAILING_THEN    the number of the error of the next call of that name, if that fails, too
