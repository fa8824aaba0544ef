// A page with nothing but the input of a cell. The test decides when the server's value arrives.
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { CellInput } from '../cell-input.tsx'

/** What the page has on its global object. */
export type CellPage = {
  /** The values that the cell has sent. */
  sent: string[]
  /** Gives the cell a value, as an answer of the server does. */
  give: (value: string) => void
}

const box = document.createElement('div')
document.body.append(box)
const root = createRoot(box)

const sent: string[] = []
const give = (value: string) =>
  flushSync(() => root.render(<CellInput aria-label="Name" value={value} onEdit={(next) => sent.push(next)} />))
const page: CellPage = { sent, give }
Object.assign(globalThis, page)
give('Ana')
