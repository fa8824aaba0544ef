// A page with nothing but the input of a cell. The test decides when the server's value arrives.
import { useEffect, useState } from 'react'
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

const sent: string[] = []

function Page() {
  const [value, setValue] = useState('Ana')
  useEffect(() => {
    const page: CellPage = { sent, give: (next) => flushSync(() => setValue(next)) }
    Object.assign(globalThis, page)
  }, [])
  return <CellInput aria-label="Name" value={value} onEdit={(next) => sent.push(next)} />
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<Page />)
