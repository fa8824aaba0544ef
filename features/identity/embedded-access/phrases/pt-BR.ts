export default {
  ended: 'A sessão terminou',
  openAgain: 'Para continuar, abra o relatório outra vez no sistema em que ele aparece.',
}
