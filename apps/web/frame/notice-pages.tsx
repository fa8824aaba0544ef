// Pages instead of a screen: not found, not allowed, broken.
import { Button } from '@mantine/core'
import { IconCompass, IconLock, IconMoodSad } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <EmptyState
      page
      title={t('general.page.notFoundTitle')}
      text={t('general.page.notFoundText')}
      icon={<IconCompass size={22} stroke={1.6} aria-hidden />}
    >
      <HomeButton />
    </EmptyState>
  )
}

export function RefusedPage() {
  const { t } = useTranslation()
  return (
    <EmptyState
      page
      title={t('frame.refused.text')}
      text={t('frame.refused.advice')}
      icon={<IconLock size={22} stroke={1.6} aria-hidden />}
    >
      <HomeButton />
    </EmptyState>
  )
}

/** A screen failed. The console has the error; the person gets a way on. */
export function BrokenPage() {
  const { t } = useTranslation()
  return (
    <EmptyState
      page
      title={t('general.page.failedTitle')}
      text={t('general.page.failedText')}
      icon={<IconMoodSad size={22} stroke={1.6} aria-hidden />}
    >
      <Button onClick={() => location.reload()}>{t('general.action.reload')}</Button>
    </EmptyState>
  )
}

function HomeButton() {
  const { t } = useTranslation()
  return (
    <Button component={PathLink} to="/" variant="default">
      {t('general.page.home')}
    </Button>
  )
}
