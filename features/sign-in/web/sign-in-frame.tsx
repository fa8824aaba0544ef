import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageMenu } from '#platform/web/language/language-menu.tsx'
import { SchemeMenu } from '#platform/web/theme/scheme-menu.tsx'
import { WordMark } from '#platform/web/ui/mark.tsx'
import classes from './sign-in-frame.module.css'
import { SignInPanes } from './sign-in-panes.tsx'

/** What stands around every door: the brand's panel beside it where there is room, language and appearance above. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.frame}>
      <aside className={classes.panel} aria-hidden>
        <SignInPanes />
        <div className={classes.words}>
          <p className={classes.line}>{t('signIn.panel.title')}</p>
          <p className={classes.text}>{t('signIn.panel.text')}</p>
        </div>
      </aside>
      <div className={classes.side}>
        <header className={classes.bar}>
          <WordMark />
          <span className={classes.tools}>
            <LanguageMenu />
            <SchemeMenu />
          </span>
        </header>
        <main className={classes.main}>{children}</main>
      </div>
    </div>
  )
}
