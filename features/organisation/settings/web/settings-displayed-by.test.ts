import { expect, it } from 'vitest'
import { settingsWireNames } from '../contract.ts'
import ptBR from '../phrases/pt-BR.ts'
import { partnerSection, settingsDisplayedBy } from './settings-displayed-by.ts'

const fields = new Set(Object.keys(ptBR.field))

it('names fields of the form, and leads each to one that is always displayed or to the section of the partner', () => {
  for (const [field, next] of Object.entries(settingsDisplayedBy)) {
    expect(fields, field).toContain(field)
    expect([...fields, partnerSection], field).toContain(next)
    const passed = [field]
    for (let last = next; last in settingsDisplayedBy; last = settingsDisplayedBy[last] ?? '') {
      expect(passed, `${field} leads in a circle`).not.toContain(last)
      passed.push(last)
    }
  }
})

it('leads to a switch for every field that a switch displays', () => {
  const { own_home_page, watermark, help_desk, password_rules } = settingsWireNames
  expect(settingsDisplayedBy).toMatchObject({
    sender_password: 'sender_user',
    sender_user: 'sender',
    relatorio_id: 'home_page',
    home_page: own_home_page,
    watermark_text: watermark,
    send_email_helpdesk: help_desk,
    min_character: password_rules,
    registration_domains: settingsWireNames.auto_register,
    domains_embedded_whitelist: settingsWireNames.embedded_access,
  })
})
