import { ActionIcon, NativeSelect, Select, Switch, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { loginTimeoutHours } from '#catalogue/limits.ts'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { NumberField } from '#platform/web/ui/number-field.tsx'
import { RecordPicker } from '#platform/web/ui/record-picker.tsx'
import { homePages, listTimezones, selectHomeReports, settingsWireNames } from '../contract.ts'
import type { SettingsValues } from './settings-page.tsx'
import classes from './settings-page.module.css'

export type SettingsPart = {
  values: SettingsValues
  set: (part: Partial<SettingsValues>) => void
  faults: Readonly<Record<string, string>>
}

type Flag = 'own_home_page' | 'save_filters' | 'show_report_menu' | 'show_report_name' | 'show_last_update' | 'force_last_update' | 'watermark' | 'logo_leads_home' // prettier-ignore

/** One yes or no, with its effect below it. */
function FlagSwitch({ flag, values, set }: SettingsPart & { flag: Flag }) {
  const { t } = useTranslation()
  const name = settingsWireNames[flag]
  return (
    <Switch
      name={name}
      label={t(`settings.field.${name}`)}
      description={t(`settings.help.${name}`)}
      checked={values[flag]}
      onChange={({ currentTarget: { checked } }) => set({ [flag]: checked })}
    />
  )
}

/** Adds the scheme that people omit; an address with any scheme stays as it is. */
const withScheme = (typed: string) =>
  /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(typed.trim()) ? `https://${typed.trim()}` : typed

export function HomeFields(part: SettingsPart) {
  const { t } = useTranslation()
  const { values, set, faults } = part
  return (
    <FormSection title={t('settings.section.home')} text={t('settings.section.homeText')}>
      <FlagSwitch flag="own_home_page" {...part} />
      {values.own_home_page ? (
        <NativeSelect
          name="home_page"
          label={t('settings.field.home_page')}
          error={faults['home_page']}
          data={homePages.map((value) => ({ value, label: t(`settings.homePage.${value}`) }))}
          value={values.home_page}
          onChange={({ currentTarget: { value } }) =>
            set({ home_page: homePages.find((page) => page === value) ?? 'dashboard' })
          }
        />
      ) : null}
      {values.own_home_page && values.home_page === 'report' ? <HomeReport {...part} /> : null}
      <FlagSwitch flag="logo_leads_home" {...part} />
      {values.logo_leads_home ? null : (
        <TextInput
          name="logo_page"
          type="url"
          label={t('settings.field.logo_page')}
          placeholder="https://"
          error={faults['logo_page']}
          value={values.logo_page ?? ''}
          description={t('settings.help.logo_page')}
          onChange={({ currentTarget }) => set({ logo_page: currentTarget.value })}
          onBlur={({ currentTarget }) => {
            const whole = withScheme(currentTarget.value)
            if (whole !== currentTarget.value) set({ logo_page: whole })
          }}
        />
      )}
    </FormSection>
  )
}

function HomeReport({ values: { home_report }, set, faults }: SettingsPart) {
  const { t } = useTranslation()
  return (
    <div className={classes.chosen}>
      <RecordPicker
        call={selectHomeReports}
        name="relatorio_id"
        label={t('settings.field.relatorio_id')}
        description={t('settings.help.relatorio_id')}
        placeholder={t('settings.findReport')}
        error={faults['relatorio_id']}
        detail={({ place }) => place}
        exclude={home_report ? [home_report.id] : []}
        onPick={({ value, label }) => set({ home_report: { id: value, name: label } })}
      />
      {home_report ? (
        <p className={classes.entry}>
          <span className={classes.entryText}>{home_report.name}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('settings.takeOut', { entry: home_report.name })}
            onClick={() => set({ home_report: null })}
          >
            <IconX size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </p>
      ) : null}
    </div>
  )
}

/** `forAll`: the switch of partner or platform, which overrides that of each report. */
export function ReportFields({ forAll, ...part }: SettingsPart & { forAll: boolean }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('settings.section.reports')} text={t('settings.section.reportsText')}>
      <FlagSwitch flag="save_filters" {...part} />
      <FlagSwitch flag="show_report_menu" {...part} />
      <FlagSwitch flag="show_report_name" {...part} />
      <FlagSwitch flag="show_last_update" {...part} />
      <FlagSwitch flag="watermark" {...part} />
      {forAll ? <FlagSwitch flag="force_last_update" {...part} /> : null}
    </FormSection>
  )
}

/** Time zones rarely change; a list of several hundred is loaded once. */
const freshForMs = 3_600_000
/** Number of lines shown; a more specific search finds the others. */
const mostShown = 80

export function ZoneFields({ values, set, faults }: SettingsPart) {
  const { t } = useTranslation()
  const { data } = useAsk(listTimezones, {}, { freshFor: freshForMs })
  const zones = data ?? [{ id: values.timezone, label: values.timezone }]
  // An old name of a zone, which the runtime knows under another one, stays selected.
  const known = zones.some(({ id }) => id === values.timezone) ? zones : [{ id: values.timezone, label: values.timezone }, ...zones] // prettier-ignore
  return (
    <FormSection title={t('settings.section.zone')} text={t('settings.section.zoneText')}>
      <Select
        id="timezone"
        label={t('settings.field.timezone')}
        description={t('settings.help.timezone')}
        error={faults['timezone']}
        searchable
        allowDeselect={false}
        limit={mostShown}
        maxDropdownHeight={280}
        nothingFoundMessage={t('general.list.empty')}
        comboboxProps={{ shadow: 'md' }}
        data={known.map(({ id, label }) => ({ value: id, label }))}
        value={values.timezone}
        onChange={(timezone) => timezone && set({ timezone })}
      />
    </FormSection>
  )
}

export function SessionFields({ values, set, faults }: SettingsPart) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('settings.section.sessions')} text={t('settings.section.sessionsText')}>
      <NumberField
        name="login_timeout"
        label={t('settings.field.login_timeout')}
        description={t('settings.help.login_timeout')}
        error={faults['login_timeout']}
        suffix={` ${t('settings.hours', { count: values.login_timeout_hours })}`}
        min={loginTimeoutHours.min}
        max={loginTimeoutHours.max}
        whole
        classNames={{ wrapper: classes.narrow }}
        value={values.login_timeout_hours}
        onChange={(hours) => set({ login_timeout_hours: hours ?? 0 })}
      />
    </FormSection>
  )
}
