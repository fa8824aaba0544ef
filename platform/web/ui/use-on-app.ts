import { useMediaQuery } from '@mantine/hooks'

/** A phone, or the installed web app: both offer only the reports that are meant for them. Known at the first render. */
export const useOnApp = (): boolean =>
  useMediaQuery('(max-width: 37.49em), (display-mode: standalone)', false, { getInitialValueInEffect: false })
