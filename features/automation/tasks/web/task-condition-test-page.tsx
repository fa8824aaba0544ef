// Conditions in a narrow cell of a table. Without phrases, they show their keys.
import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { TaskCondition } from './task-condition.tsx'

void i18next.use(initReactI18next).init({ lng: 'pt-BR', resources: {}, interpolation: { escapeValue: false } })

const column_name = `Sales[${'TotalOfAllSales'.repeat(8)}]`

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <table style={{ width: '100px', lineHeight: '20px' }}>
      <tbody>
        <tr>
          <td>
            <TaskCondition dax="EVALUATE Sales" column_name={column_name} operator="less" value="3000000" />
          </td>
        </tr>
      </tbody>
    </table>
  </MantineProvider>,
)
