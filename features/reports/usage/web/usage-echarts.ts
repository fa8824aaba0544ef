// Imports only the parts of ECharts that these charts use. The screen loads this file when a chart is shown.
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

// oxlint-disable-next-line react-hooks/rules-of-hooks -- no hook: it registers parts of ECharts
use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

export { init }
