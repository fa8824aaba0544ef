// The line that says that a fault of a report is known, for the viewer and the form of a ticket.
export { KnownFault } from './known-fault.tsx'
