// Circuit breaker per sender. After failures in a row a sender is paused: its mails wait and open no connection. After the pause one mail
// tries again; its success ends the pause, its failure starts one of twice the length.

type Circuit = { failures: number; pauseMs: number; pausedUntil: number; fault: string }

export type SenderBreaker = {
  /** Asks for an attempt. Null: try. A text: the sender is paused, and this is its last fault. */
  refusal(sender: string): string | null
  /** Stores the result of an attempt; null is success. Answers `paused` or `resumed` when the result changed the state. */
  note(sender: string, fault: string | null): 'paused' | 'resumed' | null
  /** The number of paused senders, for the metrics. */
  pausedCount(): number
}

type Options = {
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  /** The first pause. */
  pauseMs?: number
  longestPauseMs?: number
  /** The time that the one attempt after a pause has. */
  probeMs: number
}

/** Failures in a row that pause a sender. One may be the fault of a single connection. */
const failuresToPause = 2
/** A sender whose settings change is another sender, so the former one is never tried again. */
const maxCircuits = 1_000

export function createSenderBreaker(options: Options): SenderBreaker {
  const { now = () => performance.now(), pauseMs = 10_000, longestPauseMs = 300_000, probeMs } = options
  const circuits = new Map<string, Circuit>()
  const isPaused = ({ failures }: Circuit) => failures >= failuresToPause

  function noteFailure(sender: string, fault: string): 'paused' | null {
    const before = circuits.get(sender) ?? { failures: 0, pauseMs: pauseMs / 2, pausedUntil: 0, fault }
    const circuit = { ...before, failures: before.failures + 1, fault }
    if (isPaused(circuit)) {
      circuit.pauseMs = Math.min(before.pauseMs * 2, longestPauseMs)
      circuit.pausedUntil = now() + circuit.pauseMs
    }
    const [oldest] = circuits.keys()
    if (circuits.size >= maxCircuits && oldest !== undefined) circuits.delete(oldest)
    circuits.set(sender, circuit)
    return isPaused(circuit) && !isPaused(before) ? 'paused' : null
  }

  return {
    refusal(sender) {
      const circuit = circuits.get(sender)
      if (!circuit || !isPaused(circuit)) return null
      if (now() < circuit.pausedUntil) return circuit.fault
      // Others wait while this attempt runs. One that reports nothing is followed by another.
      circuit.pausedUntil = now() + probeMs
      return null
    },
    note(sender, fault) {
      if (fault !== null) return noteFailure(sender, fault)
      const circuit = circuits.get(sender)
      circuits.delete(sender)
      return circuit && isPaused(circuit) ? 'resumed' : null
    },
    pausedCount: () => [...circuits.values()].filter((circuit) => now() < circuit.pausedUntil).length,
  }
}
