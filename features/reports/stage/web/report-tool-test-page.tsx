// One tool above a report, which opens a sheet.
import { MantineProvider } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Tool } from './report-tool.tsx'

function Screen() {
  const [opened, setOpened] = useState(false)
  return (
    <div style={{ padding: 80 }}>
      <Tool label="Filters" icon={IconFilter} pressed={opened} onClick={() => setOpened(!opened)} />
      <p>{opened ? 'sheet' : 'report'}</p>
    </div>
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <Screen />
  </MantineProvider>,
)
