// Parts of the home page beside its shelves. All of them are loaded after the first page.
export { HomeTop } from './home-top.tsx'
export { WelcomeNews } from './welcome-news.tsx'
