/** Hands a text to the browser as a download. Needs `allow-downloads` where the frame is sandboxed. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(/[\\/:*?"<>|]/g, '-')
  link.click()
  // The download starts after this task; a minute is more than any browser needs to begin reading.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
