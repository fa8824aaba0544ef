import { imageOf, useActiveTheme } from '../theme/active-theme.ts'
import classes from './brand-mark.module.css'
import { useLogoGround } from './logo-ground.ts'
import { Mark, WordMark } from './mark.tsx'

/** The theme's logo; without one, its title beside the mark. `small` shows only the mark. */
export function BrandMark({ small = false }: { small?: boolean }) {
  const { logo, favicon, title_page } = useActiveTheme()
  const image = imageOf(small ? (favicon ?? logo) : logo)
  const ground = useLogoGround()
  if (image !== null) {
    return (
      <img
        className={small ? classes.small : classes.logo}
        src={image}
        alt={title_page ?? ''}
        data-ground={ground.isNeeded || undefined}
        onLoad={({ currentTarget }) => ground.examine(currentTarget)}
      />
    )
  }
  return small ? <Mark /> : <WordMark name={title_page ?? 'Vitrine'} />
}
