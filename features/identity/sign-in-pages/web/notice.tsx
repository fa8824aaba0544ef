import { Button } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink, useGoBack } from '#platform/web/routing/path.tsx'
import { CachesContext } from '#platform/web/session/use-session.ts'
import { SignInFrame } from './frame.tsx'
import classes from './page.module.css'

type SignInNoticeProps = { title: string; children: ReactNode; hasSignInLink?: boolean }

/** A message with a way on: to the sign-in page, or back into the portal for a person who is signed in. */
export function SignInNotice({ title, children, hasSignInLink = true }: SignInNoticeProps) {
  return (
    <SignInFrame>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.unit}>{children}</div>
      {hasSignInLink ? <WayOn /> : null}
    </SignInFrame>
  )
}

function WayOn() {
  const { t } = useTranslation()
  const user = useContext(CachesContext)?.user() ?? null
  const goBack = useGoBack('/')
  if (user !== null) {
    return (
      <Button variant="default" size="md" onClick={goBack}>
        {t('identity.signIn.toPortal')}
      </Button>
    )
  }
  return (
    <Button component={PathLink} to="/signin" variant="default" size="md">
      {t('identity.signIn.toSignIn')}
    </Button>
  )
}
