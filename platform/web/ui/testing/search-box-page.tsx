// A page with nothing but a search box. The test decides when the value of a search arrives.
import { MantineProvider } from '@mantine/core'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { SearchBox } from '../search-box.tsx'

/** What the page has on its global object. */
export type BoxPage = {
  /** The searches that the box has sent. */
  sent: string[]
  /** Gives the box a value, as the address of a page does. */
  give: (value: string) => void
}

const sent: string[] = []

function Page() {
  const [value, setValue] = useState('')
  useEffect(() => {
    const page: BoxPage = { sent, give: (next) => flushSync(() => setValue(next)) }
    Object.assign(globalThis, page)
  }, [])
  return (
    <MantineProvider>
      <SearchBox value={value} onSearch={(search) => sent.push(search)} />
    </MantineProvider>
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<Page />)
