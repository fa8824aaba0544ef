/**
 * The start-up time limit of a child process, in milliseconds: from its launch until it is ready. It ends only a start that hangs, because
 * the exit of a process is noticed at once. During a rolling restart the former process serves until then. One minute was too short for a
 * machine whose processors are all busy.
 */
export const startLimitMs = 180_000
