import { ActionIcon, NativeSelect, Select, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { loginTimeoutHours, maxAutoBlockDays, passwordRuleBounds, watermarkLength } from '#catalogue/limits.ts'
import { watermarkVariables } from '#catalogue/watermark.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { NumberField } from '#platform/web/ui/number-field.tsx'
import { RecordPicker } from '#platform/web/ui/record-picker.tsx'
import {
  homePages,
  knownPeopleRules,
  listTimezones,
  maxRegistrationDomains,
  selectHomeReports,
  settingsWireNames,
} from '../contract.ts'
import type { SettingsPart } from './settings-values.ts'
import classes from './settings-page.module.css'

type Flag =
  | 'own_home_page'
  | 'save_filters'
  | 'show_report_menu'
  | 'show_report_name'
  | 'show_last_update'
  | 'force_last_update'
  | 'watermark'
  | 'logo_leads_home'
  | 'allow_remote_access'
  | 'import_from_units'
  | 'send_invitations'
  | 'send_notification_mails'
  | 'push_shows_content'
  | 'help_desk'
  | 'send_help_desk_mails'
  | 'password_rules'
  | 'password_capital'
  | 'password_special'
  | 'auto_register'
  | 'require_two_factor'
  | 'admins_set_two_factor'
  | 'trust_browsers'

/** A switch for one flag, with a sentence about its effect. */
function FlagSwitch({ flag, values, set }: SettingsPart & { flag: Flag }) {
  const { t } = useTranslation()
  const name = settingsWireNames[flag]
  return (
    <Switch
      name={name}
      label={t(`organisation.settings.field.${name}`)}
      description={t(`organisation.settings.help.${name}`)}
      checked={values[flag]}
      onChange={({ currentTarget: { checked } }) => set({ [flag]: checked })}
    />
  )
}

/** Adds a missing scheme to a URL; a URL with any scheme stays unchanged. */
const withScheme = (typed: string) =>
  /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(typed.trim()) ? `https://${typed.trim()}` : typed

export function HomeFields(part: SettingsPart) {
  const { t } = useTranslation()
  const { values, set, faults } = part
  return (
    <FormSection title={t('organisation.settings.section.home')} text={t('organisation.settings.section.homeText')}>
      <FlagSwitch flag="own_home_page" {...part} />
      {values.own_home_page ? (
        <NativeSelect
          name="home_page"
          label={t('organisation.settings.field.home_page')}
          error={faults['home_page']}
          data={homePages.map((value) => ({ value, label: t(`organisation.settings.homePage.${value}`) }))}
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
          label={t('organisation.settings.field.logo_page')}
          placeholder="https://"
          error={faults['logo_page']}
          value={values.logo_page ?? ''}
          description={t('organisation.settings.help.logo_page')}
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
        label={t('organisation.settings.field.relatorio_id')}
        description={t('organisation.settings.help.relatorio_id')}
        placeholder={t('organisation.settings.findReport')}
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
            aria-label={t('organisation.settings.takeOut', { entry: home_report.name })}
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
    <FormSection
      title={t('organisation.settings.section.reports')}
      text={t('organisation.settings.section.reportsText')}
    >
      <FlagSwitch flag="save_filters" {...part} />
      <FlagSwitch flag="show_report_menu" {...part} />
      <FlagSwitch flag="show_report_name" {...part} />
      <FlagSwitch flag="show_last_update" {...part} />
      <FlagSwitch flag="watermark" {...part} />
      {part.values.watermark ? <WatermarkField {...part} /> : null}
      {forAll ? <FlagSwitch flag="force_last_update" {...part} /> : null}
    </FormSection>
  )
}

/** The input for the text of the watermark, with the list of its variables. */
function WatermarkField({ values, set, faults }: SettingsPart) {
  const { t } = useTranslation()
  const variables = watermarkVariables.map((name) => `{{${name}}}`).join(' ')
  return (
    <TextInput
      name="watermark_text"
      label={<OptionalLabel>{t('organisation.settings.field.watermark_text')}</OptionalLabel>}
      description={t('organisation.settings.help.watermark_text', { variables })}
      placeholder="{{email}} · {{date}}"
      error={faults['watermark_text']}
      maxLength={watermarkLength}
      value={values.watermark_text ?? ''}
      onChange={({ currentTarget: { value } }) => set({ watermark_text: value })}
    />
  )
}

/** Time zones rarely change; a list of several hundred is loaded once. */
const freshForMs = 3_600_000
/** Number of lines shown; a more specific search finds the others. */
const maxVisibleZones = 80

export function ZoneFields({ values, set, faults }: SettingsPart) {
  const { t } = useTranslation()
  const { data } = useCallQuery(listTimezones, {}, { freshFor: freshForMs })
  const zones = data ?? [{ id: values.timezone, label: values.timezone }]
  // The selected zone stays an option even if its name is an old one that the server's list does not contain.
  const known = zones.some(({ id }) => id === values.timezone)
    ? zones
    : [{ id: values.timezone, label: values.timezone }, ...zones]
  return (
    <FormSection title={t('organisation.settings.section.zone')} text={t('organisation.settings.section.zoneText')}>
      <Select
        id="timezone"
        label={t('organisation.settings.field.timezone')}
        description={t('organisation.settings.help.timezone')}
        error={faults['timezone']}
        searchable
        allowDeselect={false}
        limit={maxVisibleZones}
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

/** The fields of sessions. `forStaff`: display the fields that only staff may change. */
export function SessionFields({ forStaff, ...part }: SettingsPart & { forStaff: boolean }) {
  const { t } = useTranslation()
  const { values, set, faults } = part
  return (
    <FormSection
      title={t('organisation.settings.section.sessions')}
      text={t('organisation.settings.section.sessionsText')}
    >
      <NumberField
        name="login_timeout"
        label={t('organisation.settings.field.login_timeout')}
        description={t('organisation.settings.help.login_timeout')}
        error={faults['login_timeout']}
        suffix={` ${t('organisation.settings.hours', { count: values.login_timeout_hours })}`}
        min={loginTimeoutHours.min}
        max={loginTimeoutHours.max}
        whole
        classNames={{ wrapper: classes.narrow }}
        value={values.login_timeout_hours}
        onChange={(hours) => set({ login_timeout_hours: hours ?? 0 })}
      />
      <NumberField
        name="auto_block_days"
        label={t('organisation.settings.field.auto_block_days')}
        description={t('organisation.settings.help.auto_block_days')}
        error={faults['auto_block_days']}
        suffix={` ${t('organisation.settings.days', { count: values.auto_block_days })}`}
        min={0}
        max={maxAutoBlockDays}
        whole
        classNames={{ wrapper: classes.narrow }}
        value={values.auto_block_days}
        onChange={(days) => set({ auto_block_days: days ?? 0 })}
      />
      {forStaff ? <FlagSwitch flag="allow_remote_access" {...part} /> : null}
      {forStaff ? <FlagSwitch flag="import_from_units" {...part} /> : null}
    </FormSection>
  )
}

export function NotificationFields({ hasPushes, ...part }: SettingsPart & { hasPushes: boolean }) {
  const { t } = useTranslation()
  return (
    <FormSection
      title={t('organisation.settings.section.notifications')}
      text={t('organisation.settings.section.notificationsText')}
    >
      <FlagSwitch flag="send_notification_mails" {...part} />
      {hasPushes ? <FlagSwitch flag="push_shows_content" {...part} /> : null}
    </FormSection>
  )
}

export function HelpDeskFields(part: SettingsPart) {
  const { t } = useTranslation()
  return (
    <FormSection
      title={t('organisation.settings.section.helpDesk')}
      text={t('organisation.settings.section.helpDeskText')}
    >
      <FlagSwitch flag="help_desk" {...part} />
      {part.values.help_desk ? <FlagSwitch flag="send_help_desk_mails" {...part} /> : null}
    </FormSection>
  )
}

/**
 * The fields about how people get and choose a password. Inputs for the rules appear only while the rules are in force. `changedAt`: time
 * of the last change of the rules; null: never.
 */
export function PasswordFields({ changedAt, ...part }: SettingsPart & { changedAt: Date | null }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { values, set, faults } = part
  return (
    <FormSection
      title={t('organisation.settings.section.passwords')}
      text={t('organisation.settings.section.passwordsText')}
    >
      <FlagSwitch flag="send_invitations" {...part} />
      <FlagSwitch flag="password_rules" {...part} />
      {values.password_rules ? (
        <>
          <NumberField
            name="min_character"
            label={t('organisation.settings.field.min_character')}
            error={faults['min_character']}
            {...passwordRuleBounds.minLength}
            whole
            classNames={{ wrapper: classes.narrow }}
            value={values.password_min_length}
            onChange={(length) => set({ password_min_length: length ?? 0 })}
          />
          <FlagSwitch flag="password_capital" {...part} />
          <FlagSwitch flag="password_special" {...part} />
          <NumberField
            name="expiry_time_password"
            label={t('organisation.settings.field.expiry_time_password')}
            description={t('organisation.settings.help.expiry_time_password')}
            error={faults['expiry_time_password']}
            suffix={` ${t('organisation.settings.days', { count: values.password_days })}`}
            min={0}
            max={passwordRuleBounds.days.max}
            whole
            classNames={{ wrapper: classes.narrow }}
            value={values.password_days}
            onChange={(days) => set({ password_days: days ?? 0 })}
          />
        </>
      ) : null}
      {changedAt === null ? null : (
        <Text size="sm" c="dimmed">
          {t('organisation.settings.rulesChanged', { at: dateTime(changedAt) })}
        </Text>
      )}
    </FormSection>
  )
}

/** The fields about self-registration: who may register, and how. */
export function RegistrationFields(part: SettingsPart) {
  const { t } = useTranslation()
  const { values, set, faults } = part
  return (
    <FormSection
      title={t('organisation.settings.section.registration')}
      text={t('organisation.settings.section.registrationText')}
    >
      <FlagSwitch flag="auto_register" {...part} />
      {values.auto_register ? (
        <>
          <Switch
            name="registration_approval"
            label={t('organisation.settings.field.registration_approval')}
            description={t('organisation.settings.help.registration_approval')}
            checked={values.registration_approval}
            onChange={({ currentTarget: { checked } }) => set({ registration_approval: checked })}
          />
          <TagsInput
            id="registration_domains"
            label={t('organisation.settings.field.registration_domains')}
            description={t('organisation.settings.help.registration_domains')}
            placeholder={values.registration_domains.length === 0 ? 'empresa.com.br' : ''}
            error={faults['registration_domains']}
            value={values.registration_domains}
            onChange={(domains) => set({ registration_domains: domains })}
            maxTags={maxRegistrationDomains}
            acceptValueOnBlur
          />
        </>
      ) : null}
      <NativeSelect
        name="known_people"
        label={t('organisation.settings.field.known_people')}
        description={t('organisation.settings.help.known_people')}
        data={knownPeopleRules.map((value) => ({ value, label: t(`organisation.settings.knownPeople.${value}`) }))}
        value={values.known_people}
        onChange={({ currentTarget: { value } }) =>
          set({ known_people: knownPeopleRules.find((rule) => rule === value) ?? 'ask' })
        }
      />
    </FormSection>
  )
}

/**
 * The fields of two-factor authentication. The server hides the values from people who may not change them. `forStaff`: display the fields
 * that only staff may change.
 */
export function TwoFactorFields({ forStaff, ...part }: SettingsPart & { forStaff: boolean }) {
  const { t } = useTranslation()
  return (
    <FormSection
      title={t('organisation.settings.section.twoFactor')}
      text={t('organisation.settings.section.twoFactorText')}
    >
      <FlagSwitch flag="require_two_factor" {...part} />
      <FlagSwitch flag="trust_browsers" {...part} />
      {forStaff ? <FlagSwitch flag="admins_set_two_factor" {...part} /> : null}
    </FormSection>
  )
}
