import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { SignInFrame } from './frame.tsx'
import classes from './page.module.css'

type SignInNoticeProps = { title: string; children: ReactNode; hasSignInLink?: boolean }

/** A message why sign-in is not possible, with an optional link to the sign-in page. */
export function SignInNotice({ title, children, hasSignInLink = true }: SignInNoticeProps) {
  const { t } = useTranslation()
  return (
    <SignInFrame>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.unit}>{children}</div>
      {hasSignInLink ? (
        <Button component={PathLink} to="/signin" variant="default" size="md">
          {t('identity.signIn.toSignIn')}
        </Button>
      ) : null}
    </SignInFrame>
  )
}
