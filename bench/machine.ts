import { availableParallelism, cpus, loadavg, totalmem, type, release } from 'node:os'

/** Describes the machine and its present load in one line. */
export function describeMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const load = loadavg().map((each) => each.toFixed(1))
  return [
    `${cpus()[0]?.model.trim() ?? 'unknown processor'} × ${availableParallelism()}`,
    `${memory} GB`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
    `load ${load.join(' ')} before the start`,
  ].join(', ')
}
