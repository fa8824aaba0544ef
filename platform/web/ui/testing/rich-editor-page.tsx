// A page with nothing but the editor of rich texts.
import { MantineProvider } from '@mantine/core'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { RichEditor } from '../rich-editor.tsx'

/** What the page has on its global object. */
export type EditorPage = {
  /** The text as the editor told it last; null: nothing was written. */
  written: string | null
  /** Begins to edit a text. */
  edit: (html: string) => void
}

const root = document.createElement('div')
document.body.append(root)
const react = createRoot(root)
let serial = 0

const page: EditorPage = {
  written: null,
  edit: (html) => {
    serial += 1
    page.written = null
    Object.assign(globalThis, page)
    const tell = (text: string) => Object.assign(globalThis, { written: text })
    flushSync(() =>
      react.render(
        <MantineProvider>
          <RichEditor
            key={serial}
            label="Text"
            lang="en-US"
            value={html}
            onChange={tell}
            onPicture={() => Promise.resolve(null)}
            onImport={() => undefined}
          />
        </MantineProvider>,
      ),
    )
  },
}
Object.assign(globalThis, page)
