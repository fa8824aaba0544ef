// A list of rows, each with a menu of twelve actions, taller than the space above and below the middle row.
import { MantineProvider, Menu } from '@mantine/core'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { makeTheme } from '../../theme/theme.ts'
import { RowMenu } from '../row-menu.tsx'

void i18next.use(initReactI18next).init({ lng: 'en-US', resources: {} })

const rows = ['First', 'Middle', 'Last']
const actions = Array.from({ length: 12 }, (_, index) => `Action ${index + 1}`)

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider theme={makeTheme()}>
    <div style={{ height: '96vh', display: 'flex', flexDirection: 'column', justifyContent: 'space-between' }}>
      {rows.map((name) => (
        <div key={name}>
          <RowMenu name={name}>
            {actions.map((action) => (
              <Menu.Item key={action} style={{ display: 'block', height: 40 }}>
                {action}
              </Menu.Item>
            ))}
          </RowMenu>
        </div>
      ))}
    </div>
  </MantineProvider>,
)
