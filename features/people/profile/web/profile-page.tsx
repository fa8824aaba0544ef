// The own account on one page: personal data, appearance, password, and sessions.
import { Button, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PushSection } from '#features/messaging/push-devices/web/exports.tsx'
import { RemoteConsent } from '#features/identity/remote-access/web/exports.tsx'
import { DataArchives } from '#features/people/data-archives/web/exports.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { colourSchemes } from '#platform/web/theme/colour-scheme.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection, FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { readProfile } from '../contract.ts'
import { TwoFactorSection } from '#features/identity/mfa/web/exports.tsx'
import { ProfileForm } from './profile-form.tsx'
import classes from './profile-page.module.css'
import { ProfilePassword } from './profile-password.tsx'
import { ProfileSessions } from './profile-sessions.tsx'

export function ProfilePage() {
  const { t } = useTranslation()
  const { record, failure, reload, round } = useRecord(readProfile, {})
  const { remoteAccess, tenantId, screens } = useSession()
  const mayPush = useCan('push_device.manage') && screens.has('notifications')
  return (
    <>
      <PageHeader title={t('frame.account')} text={t('people.profile.purpose')} />
      {failure ? <FailedState failure={failure} onRetry={reload} /> : null}
      {record === undefined && !failure ? <FormSkeleton sections={3} /> : null}
      {record ? (
        <div className={classes.parts}>
          <ProfileForm key={round} record={record} onReload={reload} />
          <Appearance />
          <ProfilePassword email={record.email} changeable={record.can.includes('change_password')} />
          {remoteAccess === null && tenantId !== null ? <RemoteSection /> : null}
          <TwoFactorSection email={record.email} />
          {remoteAccess === null && mayPush ? <PushSection /> : null}
          <ProfileSessions />
          {remoteAccess === null && record.can.includes('archive') ? <DataArchives /> : null}
        </div>
      ) : null}
    </>
  )
}

/** The switch of the standing consent to remote access, and the link to the list of accesses. */
function RemoteSection() {
  const { t } = useTranslation()
  const { screens } = useSession()
  return (
    <FormSection title={t('people.profile.section.remote')} text={t('people.profile.section.remoteText')}>
      <RemoteConsent />
      {screens.has('remote/authorization') ? (
        <Button
          variant="default"
          style={{ justifySelf: 'start' }}
          renderRoot={(props) => <PathLink to="/remote/authorization" {...props} />}
        >
          {t('identity.remoteAccess.list.all')}
        </Button>
      ) : null}
    </FormSection>
  )
}

/** The choice of light or dark. It is stored without a save button, because one click undoes it. */
function Appearance() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <FormSection title={t('people.profile.section.screen')} text={t('people.profile.section.screenText')}>
      <SegmentedControl
        aria-label={t('people.profile.section.screen')}
        className={classes.choice}
        value={colorScheme}
        onChange={(value) => setColorScheme(colourSchemes.find((scheme) => scheme === value) ?? 'auto')}
        data={colourSchemes.map((value) => ({ value, label: t(`frame.scheme.${value}`) }))}
      />
      <p className={classes.help}>{t('people.profile.help.scheme')}</p>
    </FormSection>
  )
}
