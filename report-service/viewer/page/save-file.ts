/** Saves a text as a download. A sandboxed frame needs `allow-downloads`. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(/[\\/:*?"<>|]/g, '-')
  link.click()
  // The download starts after this task. The browser begins to read within a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
