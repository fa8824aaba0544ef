// The own account on one page: personal data, appearance, password, and sessions.
import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRecord } from '#platform/web/client/use-record.ts'
import { colourSchemes } from '#platform/web/theme/colour-scheme.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { readProfile } from '../contract.ts'
import { ProfileForm } from './profile-form.tsx'
import classes from './profile-page.module.css'
import { ProfilePassword } from './profile-password.tsx'
import { ProfileSessions } from './profile-sessions.tsx'

export function ProfilePage() {
  const { t } = useTranslation()
  const { record, failure, reload, round } = useRecord(readProfile, {})
  return (
    <>
      <PageHeader title={t('profile.title')} text={t('profile.purpose')} />
      {failure ? <FailedState failure={failure} onRetry={reload} /> : null}
      {record === undefined && !failure ? <FormSkeleton sections={3} /> : null}
      {record ? (
        <div className={classes.parts}>
          <ProfileForm key={round} record={record} onReload={reload} />
          <Appearance />
          <ProfilePassword email={record.email} changeable={record.can.includes('change_password')} />
          <ProfileSessions />
        </div>
      ) : null}
    </>
  )
}

/** Takes effect at once: undoing it takes one click. */
function Appearance() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <FormSection title={t('profile.section.screen')} text={t('profile.section.screenText')}>
      <SegmentedControl
        aria-label={t('profile.section.screen')}
        className={classes.choice}
        value={colorScheme}
        onChange={(value) => setColorScheme(colourSchemes.find((scheme) => scheme === value) ?? 'auto')}
        data={colourSchemes.map((value) => ({ value, label: t(`frame.scheme.${value}`) }))}
      />
      <p className={classes.help}>{t('profile.help.scheme')}</p>
    </FormSection>
  )
}
