// The colour of buttons, inherited from the partner. Without phrases, it shows its keys.
import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { over, plain } from '../contract.ts'
import { ThemeColours } from './theme-colours.tsx'

void i18next.use(initReactI18next).init({ lng: 'en-US', resources: {}, interpolation: { escapeValue: false } })

const inherited = { ...plain, color_button: '#7a1f3d' }

function Screen() {
  const draft = useDraft(plain)
  return (
    <>
      <ThemeColours
        fields={['color_button']}
        draft={draft}
        inherited={inherited}
        faults={{}}
        effective={over(draft.values, inherited)}
      />
      <output aria-label="own">{draft.values.color_button ?? 'inherited'}</output>
      <button type="button">next</button>
    </>
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <Screen />
  </MantineProvider>,
)
