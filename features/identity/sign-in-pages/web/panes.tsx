import classes from './panes.module.css'

/** The picture of the panel: overlapping panes of glass, light on a corner, a chart behind them. */
export function SignInPanes() {
  return (
    <svg className={classes.picture} viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" focusable="false">
      <defs>
        <radialGradient id="panes-light" cx="0.78" cy="0.2" r="0.75">
          <stop offset="0" className={classes.lightStart} />
          <stop offset="1" className={classes.lightEnd} />
        </radialGradient>
        <linearGradient id="panes-glass" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="0.2" />
          <stop offset="0.55" stopColor="#fff" stopOpacity="0.06" />
          <stop offset="1" stopColor="#fff" stopOpacity="0.12" />
        </linearGradient>
        <radialGradient id="panes-lit" gradientUnits="userSpaceOnUse" cx="590" cy="250" r="135">
          <stop offset="0" className={classes.litStart} />
          <stop offset="1" className={classes.litEnd} />
        </radialGradient>
        <clipPath id="panes-front">
          <rect x="230" y="250" width="360" height="290" rx="34" />
        </clipPath>
      </defs>
      <rect width="720" height="900" className={classes.ground} />
      <rect width="720" height="900" fill="url(#panes-light)" />
      <g className={classes.pane}>
        <rect x="360" y="120" width="300" height="250" rx="30" />
        <rect x="110" y="190" width="300" height="260" rx="30" />
      </g>
      <g className={classes.bars}>
        <rect x="160" y="360" width="26" height="60" rx="6" />
        <rect x="200" y="320" width="26" height="100" rx="6" />
        <rect x="240" y="340" width="26" height="80" rx="6" />
        <rect x="280" y="280" width="26" height="140" rx="6" />
        <rect x="320" y="300" width="26" height="120" rx="6" />
      </g>
      <rect x="230" y="250" width="360" height="290" rx="34" className={classes.front} />
      <g clipPath="url(#panes-front)">
        <path d="M470 250h120v120a120 120 0 0 1-120-120Z" className={classes.corner} />
        <path d="M262 470 C 320 440 350 452 400 404 S 500 372 560 318" className={classes.curve} />
        <circle cx="560" cy="318" r="8" className={classes.point} />
      </g>
    </svg>
  )
}
