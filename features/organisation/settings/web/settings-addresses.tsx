import { ActionIcon, Alert, Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { allowedRange, maxAllowedRanges } from '../contract.ts'
import { covers } from './settings-ranges.ts'
import { IpRangeTrial } from './settings-address-trial.tsx'
import { amber, type SettingsPart } from './settings-values.ts'
import classes from './settings-page.module.css'

/** The list of IP addresses from which people may sign in. `own` is the IP address of the editor as the server sees it. */
export function AllowedIpRanges({ values, set, faults, own }: SettingsPart & { own: string }) {
  const { t } = useTranslation()
  const entries = values.allowed_addresses
  const shutsOut = entries.length > 0 && !entries.some((entry) => covers(entry, own))
  const add = (entry: string) => set({ allowed_addresses: [...entries.filter((each) => each !== entry), entry] })
  return (
    <FormSection
      title={t('organisation.settings.section.addresses')}
      text={t('organisation.settings.section.addressesText')}
    >
      <NewIpRange error={faults['listIp']} full={entries.length >= maxAllowedRanges} onAdd={add} />
      <div aria-live="polite">
        {shutsOut ? (
          <Alert vars={amber} variant="light" icon={<IconAlertTriangle aria-hidden />}>
            <p className={classes.warningText}>{t('organisation.settings.shutsOut', { address: own })}</p>
            <Button size="xs" variant="default" onClick={() => add(own)}>
              {t('organisation.settings.addOwn', { address: own })}
            </Button>
          </Alert>
        ) : null}
      </div>
      {entries.length === 0 ? <p className={classes.quiet}>{t('organisation.settings.everywhere')}</p> : null}
      <ul className={classes.entries} aria-label={t('organisation.settings.field.listIp')}>
        {entries.map((entry) => (
          <li key={entry} className={classes.entry}>
            <span className={classes.entryText}>{entry}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('organisation.settings.takeOut', { entry })}
              onClick={() => set({ allowed_addresses: entries.filter((each) => each !== entry) })}
            >
              <IconX size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {entries.length > 0 ? <IpRangeTrial entries={entries} /> : null}
    </FormSection>
  )
}

type NewIpRangeProps = { error: string | undefined; full: boolean; onAdd: (entry: string) => void }

function NewIpRange({ error, full, onAdd }: NewIpRangeProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const add = () => {
    const entry = typed.trim().toLowerCase()
    if (entry === '') return
    if (!allowedRange.safeParse(entry).success) return setWrong(true)
    onAdd(entry)
    setTyped('')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The Enter key adds the entry; without this it would submit the whole form.
    event.preventDefault()
    add()
  }
  return (
    <div className={classes.adding}>
      <TextInput
        id="listIp"
        className={classes.grow}
        label={t('organisation.settings.newAddress')}
        description={t('organisation.settings.help.listIp')}
        placeholder="203.0.113.0/24"
        error={wrong ? t('organisation.settings.wrongAddress') : error}
        maxLength={50}
        disabled={full}
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setWrong(false)
        }}
        onKeyDown={press}
      />
      <Button
        className={classes.add}
        variant="default"
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
        disabled={full}
        onClick={add}
      >
        {t('general.action.add')}
      </Button>
    </div>
  )
}
