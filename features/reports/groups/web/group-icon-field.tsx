import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type GroupIcon as Name, groupIcons } from '../contract.ts'
import classes from './group-icon.module.css'
import { GroupIcon } from './group-icon.tsx'

type IconFieldProps = { value: Name | null; onChange: (icon: Name | null) => void }

/** Radio buttons, one for each icon, and one for the folder. */
export function GroupIconField({ value, onChange }: IconFieldProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>{t('reports.groups.field.icon')}</legend>
      <div className={classes.icons}>
        {[null, ...groupIcons].map((icon) => {
          const label = t(`reports.groups.icon.${icon ?? 'folder'}`)
          return (
            <Tooltip key={icon ?? 'folder'} label={label}>
              <label className={classes.icon} data-chosen={value === icon || undefined}>
                <input
                  className={classes.input}
                  type="radio"
                  name="icon"
                  aria-label={label}
                  checked={value === icon}
                  onChange={() => onChange(icon)}
                />
                <GroupIcon icon={icon} size={20} />
              </label>
            </Tooltip>
          )
        })}
      </div>
    </fieldset>
  )
}
