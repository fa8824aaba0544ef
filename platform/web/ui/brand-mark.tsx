import { imageOf, useActiveTheme } from '../theme/active-theme.ts'
import classes from './brand-mark.module.css'
import { useLogoGround } from './logo-ground.ts'
import { Mark, WordMark } from './mark.tsx'

/** The theme's logo; without one, its title beside the mark. `small` shows only the mark. */
export function BrandMark({ small = false }: { small?: boolean }) {
  const { logo, favicon, title_page } = useActiveTheme()
  const image = imageOf(small ? (favicon ?? logo) : logo)
  if (image !== null) return <Logo image={image} name={title_page ?? ''} small={small} />
  return small ? <Mark /> : <WordMark name={title_page ?? 'Vitrine'} />
}

/** A logo, on a light ground in the dark scheme if it would be lost without one. */
export function Logo({ image, name, small = false }: { image: string; name: string; small?: boolean }) {
  const ground = useLogoGround()
  return (
    <img
      className={small ? classes.small : classes.logo}
      src={image}
      alt={name}
      data-ground={ground.isNeeded || undefined}
      onLoad={({ currentTarget }) => ground.examine(currentTarget)}
    />
  )
}
