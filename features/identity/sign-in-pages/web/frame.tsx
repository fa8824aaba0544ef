import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageMenu } from '#platform/web/language/language-menu.tsx'
import { LanguageOffer } from '#platform/web/language/language-offer.tsx'
import { SchemeMenu } from '#platform/web/theme/scheme-menu.tsx'
import { imageOf, useActiveTheme } from '#platform/web/theme/active-theme.ts'
import { BrandMark } from '#platform/web/ui/brand-mark.tsx'
import classes from './frame.module.css'
import { SignInPanes } from './panes.tsx'

/**
 * The frame of every public screen: the choice of language and appearance above it, and on wide screens a panel with the brand beside it.
 */
export function SignInFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { background_image, color_login_background } = useActiveTheme()
  const picture = imageOf(background_image)
  return (
    <div className={classes.frame} data-grounded={color_login_background ? true : undefined}>
      <aside className={classes.panel} aria-hidden>
        {picture === null ? (
          <>
            <SignInPanes />
            <div className={classes.words}>
              <p className={classes.line}>{t('identity.signIn.panel.title')}</p>
              <p className={classes.text}>{t('identity.signIn.panel.text')}</p>
            </div>
          </>
        ) : (
          <img className={classes.picture} src={picture} alt="" />
        )}
      </aside>
      <div className={classes.side}>
        <header className={classes.bar}>
          <BrandMark />
          <span className={classes.tools}>
            <LanguageOffer />
            <LanguageMenu />
            <SchemeMenu />
          </span>
        </header>
        <main className={classes.main}>{children}</main>
      </div>
    </div>
  )
}
