import { ConfigFault } from '#platform/server/config.ts'
import { StartFault, systemCode } from '#platform/server/machine/start-fault.ts'

/** Writes the text of an error for the terminal: one sentence for a known fault, the stack for a defect. */
export function explainFault(error: unknown): string {
  if (error instanceof StartFault || error instanceof ConfigFault) return error.message
  if (systemCode(error) === 'ENOSPC') return 'The disk is full: free some space and start again.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Turns the error of a taken port into a StartFault. Answers any other error unchanged. */
export function portFault(error: unknown, port: number): unknown {
  const isTaken = systemCode(error) === 'EADDRINUSE'
  return isTaken ? new StartFault(`Port ${port} is taken: stop what listens there, or set PORT.`) : error
}
