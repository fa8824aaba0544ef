// A page that shows rich texts. A script of a text calls `fire`, which the test counts.
import { MantineProvider, Modal } from '@mantine/core'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { htmlText } from '../html-text.ts'
import { RichText } from '../rich-text.tsx'

/** What the page has on its global object. */
export type RichPage = {
  fired: number
  fire: () => void
  /** Shows a text as the centre of notifications does. */
  show: (html: string) => void
  /** Shows a text as notices, terms and broadcast messages do. */
  showInDialog: (html: string) => void
  words: (html: string) => string
}

const root = document.createElement('div')
document.body.append(root)
const react = createRoot(root)

const page: RichPage = {
  fired: 0,
  fire: () => {
    const own = globalThis as typeof globalThis & RichPage
    own.fired += 1
  },
  show: (html) => flushSync(() => react.render(<RichText html={html} />)),
  showInDialog: (html) =>
    flushSync(() =>
      react.render(
        <MantineProvider>
          <Modal opened title="Termos" withinPortal={false} transitionProps={{ duration: 0 }} onClose={() => undefined}>
            <RichText html={html} lang="pt-BR" />
          </Modal>
        </MantineProvider>,
      ),
    ),
  words: htmlText,
}
Object.assign(globalThis, page)
