// The protections that every process of the portal sets before it accepts requests, when all libraries are loaded.
import type { Config } from '#platform/server/config.ts'
import { loggerFor } from '#platform/server/log.ts'
import { freezeBuiltIns } from '#platform/server/machine/freeze-built-ins.ts'
import { surviveFaults } from '#platform/server/machine/survive-faults.ts'
import type { Metrics } from '#platform/server/metrics.ts'

/** Freezes the built-in prototypes, and keeps the process alive after a fault outside of a request. */
export function protectProcess(config: Config, metrics: Metrics): void {
  freezeBuiltIns()
  metrics.gauge('vitrine_built_ins_frozen', 'Processes whose built-in prototypes are frozen.', () =>
    Object.isFrozen(Object.prototype) ? 1 : 0,
  )
  surviveFaults({ log: loggerFor(config), countFailure: metrics.survived })
}
