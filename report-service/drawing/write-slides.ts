// Writes scenes as a presentation: a slide for each page, which shows it as a picture, as Power BI's own export does.
import PptxGenJs from 'pptxgenjs'
import { pictureOf } from './draw-picture.ts'
import type { Scene } from './draw-page.ts'

/** Pixels of a page per inch of a slide. */
const DENSITY = 96
/** Inches. PowerPoint opens no smaller and no larger slide. */
const SIDE = { least: 1, most: 56 }

const LAYOUT = 'page'

/** All slides have the size of the first page, because a presentation has one size. Other pages are centred in it. */
export async function slidesOf(
  scenes: readonly Scene[],
  { title, language }: { title: string; language: string },
): Promise<Uint8Array> {
  const presentation = new PptxGenJs()
  const slide = slideSize(scenes[0])
  presentation.title = title
  presentation.company = 'Vitrine'
  presentation.author = 'Vitrine'
  presentation.defineLayout({ name: LAYOUT, ...slide })
  presentation.layout = LAYOUT
  presentation.defineSlideMaster({
    title: LAYOUT,
    objects: [
      // The outline and screen readers name a slide by its title. The picture shows it already, so it stands above the slide.
      {
        placeholder: {
          options: { name: 'title', type: 'title', x: 0, y: -1, w: slide.width, h: 0.5, align: 'left', valign: 'top' },
          text: '',
        },
      },
    ],
  })
  for (const scene of scenes) {
    const page = presentation.addSlide({ masterName: LAYOUT })
    page.addText(scene.title, { placeholder: 'title', lang: language })
    const data = `image/png;base64,${Buffer.from(pictureOf(scene)).toString('base64')}`
    page.addImage({ data, altText: scene.title, ...placeOf(scene, slide) })
  }
  return (await presentation.write({ outputType: 'uint8array' })) as Uint8Array
}

type Size = { width: number; height: number }

/** Inches of a slide for this page. */
function slideSize({ width, height }: Size = { width: 1_280, height: 720 }): Size {
  const inches = { width: width / DENSITY, height: height / DENSITY }
  const factor = Math.min(1, SIDE.most / Math.max(inches.width, inches.height))
  return {
    width: Math.max(SIDE.least, inches.width * factor),
    height: Math.max(SIDE.least, inches.height * factor),
  }
}

/** The largest place in the slide with the sides of the page, in inches. */
function placeOf({ width, height }: Size, slide: Size): { x: number; y: number; w: number; h: number } {
  const factor = Math.min(slide.width / width, slide.height / height)
  const [w, h] = [width * factor, height * factor]
  return { x: (slide.width - w) / 2, y: (slide.height - h) / 2, w, h }
}
