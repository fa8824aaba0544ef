// A frame of another server.
import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { OutsideFrame } from './outside-frame.tsx'

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <OutsideFrame
      title="Map"
      address="https://outside.example/map"
      words={{ late: 'Not open yet', lateText: 'No answer.', hint: 'Nothing here?', open: 'Open in a new tab' }}
    />
  </MantineProvider>,
)
