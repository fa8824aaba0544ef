// A page with a form whose save bar is at the bottom of the window, and the list of toasts.
import { Button, MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { aboveToasts } from '../above-toasts.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { FormLayout } from '../form-layout.tsx'
import { showDone, showFailure, ToastList } from '../toast-list.tsx'

/** What the page has on its global object. */
export type ToastPage = { showDone: typeof showDone; showFailure: typeof showFailure }

const page: ToastPage = { showDone, showFailure }
Object.assign(globalThis, page)

const submission = { faults: {}, refusal: null, attempt: 0, busy: false, done: false }

function Page() {
  return (
    <MantineProvider>
      <ToastList />
      <header style={{ position: 'sticky', top: 0, height: 56 }} {...aboveToasts}>
        <Button>New</Button>
      </header>
      <ConfirmDialog>
        <FormLayout
          submission={submission}
          changed={[]}
          action="Save"
          onSubmit={() => undefined}
          onCancel={() => undefined}
          onReload={() => undefined}
        >
          <div style={{ height: 3_000 }} />
        </FormLayout>
      </ConfirmDialog>
    </MantineProvider>
  )
}

const router = createRouter({
  routeTree: createRootRoute({ component: Page, notFoundComponent: Page }),
  history: createMemoryHistory(),
})
const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<RouterProvider router={router} />)
