// A page with a form of two fields and a group. Its attempts fail with faults in another order than that of the page. The hash of the page is
// that of the form's address.
import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { FormLayout } from '../form-layout.tsx'

const none: Record<string, string> = {}
const faults: Record<string, string> = {
  elsewhere: 'Elsewhere is wrong.',
  lower: 'Lower is wrong.',
  upper: 'Upper is wrong.',
}

const displayedBy = { hidden: 'absent', absent: 'lower', circle: 'round', round: 'circle' }

function Page() {
  const [attempt, setAttempt] = useState(0)
  return (
    <FormLayout
      submission={{ faults: attempt === 0 ? none : faults, refusal: null, attempt, busy: false, done: true }}
      changed={['Upper']}
      action="Add"
      onSubmit={() => setAttempt(attempt + 1)}
      onCancel={() => undefined}
      displayedBy={displayedBy}
    >
      <input name="upper" aria-label="Upper" />
      <div style={{ height: 3000 }} />
      <input id="lower" aria-label="Lower" />
      <div id="group">
        <input aria-label="In the group" />
      </div>
      <div style={{ height: 3000 }} />
      {['hidden', 'group', 'circle'].map((field) => (
        <Link key={field} to="/" hash={field}>
          {field}
        </Link>
      ))}
    </FormLayout>
  )
}

const top = createRootRoute()
const index = createRoute({
  getParentRoute: () => top,
  path: '/',
  component: () => (
    <MantineProvider>
      <ConfirmDialog>
        <Page />
      </ConfirmDialog>
    </MantineProvider>
  ),
})
const routeTree = top.addChildren([index])
const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />)
