// A program for tests of the launcher: prints each signal and the end of the launcher, then exits with code 7.
const end = (word: string) => {
  console.log(word)
  setTimeout(() => process.exit(7), 1500)
}
process.on('SIGINT', () => end('SIGINT'))
process.on('SIGTERM', () => end('SIGTERM'))
process.on('disconnect', () => end('disconnect'))
console.log(`ready ${process.pid} ${process.version} ${process.argv.slice(2).join('|')}`)
