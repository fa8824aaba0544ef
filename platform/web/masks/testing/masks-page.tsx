// A page with one field of each mask, and what a form would send.
import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { PhoneField } from '../phone-field.tsx'
import { PostalCodeField } from '../postal-code-field.tsx'
import { TaxIdField } from '../tax-id-field.tsx'

const blank = { phone: '', cep: '', cnpj: '' }
/** What the page has on its global object. */
export type MasksPage = { values: typeof blank }

function Fields() {
  const [values, setValues] = useState(blank)
  const set = (part: Partial<typeof blank>) => setValues((before) => ({ ...before, ...part }))
  Object.assign(globalThis, { values } satisfies MasksPage)
  return (
    <MantineProvider>
      <PhoneField label="Phone" value={values.phone} onChange={(phone) => set({ phone })} />
      <PostalCodeField label="CEP" value={values.cep} onChange={(cep) => set({ cep })} />
      <TaxIdField label="CNPJ" kind="legal" value={values.cnpj} onChange={(cnpj) => set({ cnpj })} />
    </MantineProvider>
  )
}

void i18next.use(initReactI18next).init({ lng: 'pt-BR', resources: {} })

const box = document.createElement('div')
document.body.append(box)
createRoot(box).render(<Fields />)
