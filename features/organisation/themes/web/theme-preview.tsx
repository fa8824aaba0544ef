// A small preview of the portal with the theme: sign-in page and framed page, in light and dark.
import { SegmentedControl } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { previewTokens, type Scheme } from '#platform/web/theme/theme-tokens.ts'
import { imageOf } from '#platform/web/theme/active-theme.ts'
import { Mark } from '#platform/web/ui/mark.tsx'
import type { ThemeValues } from '../contract.ts'
import classes from './theme-preview.module.css'

export function ThemePreview({ theme }: { theme: ThemeValues }) {
  const { t } = useTranslation()
  const [scheme, setScheme] = useState<Scheme>('light')
  const style = previewTokens(theme, scheme) as CSSProperties
  return (
    <section className={classes.preview} aria-labelledby="theme-preview">
      <header className={classes.header}>
        <h2 id="theme-preview" className={classes.title}>
          {t('organisation.themes.preview.title')}
        </h2>
        <SegmentedControl
          size="xs"
          aria-label={t('organisation.themes.preview.scheme')}
          data={[
            { value: 'light', label: t('organisation.themes.preview.light') },
            { value: 'dark', label: t('organisation.themes.preview.dark') },
          ]}
          value={scheme}
          onChange={(value) => setScheme(value === 'dark' ? 'dark' : 'light')}
        />
      </header>
      <Tab theme={theme} />
      {/* The preview is hidden from screen readers, because the fields say the same. */}
      <div className={classes.board} data-preview-scheme={scheme} style={style} aria-hidden>
        <SignInMock theme={theme} />
        <FrameMock theme={theme} />
      </div>
      <p className={classes.note}>{t('organisation.themes.preview.note')}</p>
    </section>
  )
}

/** The browser tab: favicon and title. */
function Tab({ theme: { favicon, title_page } }: { theme: ThemeValues }) {
  const icon = imageOf(favicon)
  return (
    <p className={classes.tab}>
      {icon === null ? <Mark size={16} /> : <img src={icon} width={16} height={16} alt="" />}
      <span>{title_page || 'Vitrine'}</span>
    </p>
  )
}

function Brand({ theme: { logo, title_page } }: { theme: ThemeValues }) {
  const image = imageOf(logo)
  if (image !== null) return <img className={classes.logo} src={image} alt="" />
  return (
    <span className={classes.brand}>
      <Mark size={14} />
      {title_page || 'Vitrine'}
    </span>
  )
}

function SignInMock({ theme }: { theme: ThemeValues }) {
  const { t } = useTranslation()
  const picture = imageOf(theme.background_image)
  return (
    <div className={classes.signIn}>
      <div className={classes.panel}>{picture === null ? null : <img src={picture} alt="" />}</div>
      <div className={classes.ground}>
        <Brand theme={theme} />
        <div className={classes.card}>
          <strong>{t('identity.signIn.title')}</strong>
          <span className={classes.input} />
          <span className={classes.input} />
          <span className={classes.loginButton}>{t('identity.signIn.submit')}</span>
          <span className={classes.loginLink}>{t('identity.signIn.forgot')}</span>
        </div>
      </div>
    </div>
  )
}

function FrameMock({ theme }: { theme: ThemeValues }) {
  const { t } = useTranslation()
  const icon = imageOf(theme.icon_report)
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <Brand theme={theme} />
        <span className={classes.active}>
          <i className={classes.sign} />
          {t('home.shelves.title')}
        </span>
        <span className={classes.item}>
          <i className={classes.sign} />
          {t('organisation.themes.preview.item')}
        </span>
        <span className={classes.group}>{t('organisation.themes.preview.group')}</span>
        <span className={classes.subgroup}>{t('organisation.themes.preview.subgroup')}</span>
        <span className={classes.report}>
          {icon === null ? null : <img src={icon} width={12} height={12} alt="" />}
          {t('organisation.themes.preview.report')}
        </span>
      </div>
      <div className={classes.content}>
        <strong>{t('organisation.themes.preview.heading')}</strong>
        <div className={classes.card}>
          <span>{t('organisation.themes.preview.text')}</span>
          <span className={classes.quiet}>{t('organisation.themes.preview.quiet')}</span>
          <span className={classes.button}>{t('organisation.themes.preview.button')}</span>
        </div>
      </div>
    </div>
  )
}
