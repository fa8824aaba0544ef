// Liveness probe of a process that answers over HTTP. A frozen process keeps its port: connections to it open, and no answer comes.
import { setTimeout as sleep } from 'node:timers/promises'

export type ProbeTerms = {
  /** The pause between two probes. */
  everyMs: number
  /** A probe without an answer in this time has failed. */
  withinMs: number
  /** Failed probes in a row after which the process counts as frozen. */
  failures: number
}

/** Frozen after 20 s to 25 s: a busy service answers late, and its replacement opens all models again. */
export const probeTerms: ProbeTerms = { everyMs: 2_000, withinMs: 5_000, failures: 3 }

/**
 * Asks the address until the signal aborts, and calls `onFrozen` once. Any answer counts as alive, and a refused connection too: the process
 * ends, and its supervisor will see that. Failed probes are counted, not seconds: after a pause of the whole machine a process has one failed
 * probe only.
 */
export async function probeLiveness(url: string, terms: ProbeTerms, signal: AbortSignal, onFrozen: () => void) {
  for (let failed = 0; failed < terms.failures;) {
    if (!(await sleep(terms.everyMs, true, { signal, ref: false }).catch(() => false))) return
    failed = (await isSilent(url, terms.withinMs, signal)) ? failed + 1 : 0
    if (signal.aborted) return
  }
  onFrozen()
}

async function isSilent(url: string, withinMs: number, signal: AbortSignal): Promise<boolean> {
  const late = AbortSignal.timeout(withinMs)
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, late]) })
    await response.body?.cancel()
    return false
  } catch {
    return late.aborted
  }
}
