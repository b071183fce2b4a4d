package child

// forgetEvery is how many runs end before those are looked for that are past.
const forgetEvery = 100

// forget lets go, now and then, of the tasks of which nothing more can come, and
// returns their serial numbers: the messages of a comm are runs, too, and there
// may be many of them in a second. t, the one that is ending, is not among them:
// it is the current one still.
func (c *process) forget(t *task) (past []int) {
	if t.serial%forgetEvery != 0 {
		return nil
	}
	alive := census()
	if alive == nil {
		return nil
	}
	c.tasks.Range(func(labels, v any) bool {
		u := v.(*task)
		if u != t && alive[u.serial] == 0 && !u.later.Load() && u.outlets.none() {
			c.tasks.Delete(labels)
			past = append(past, u.serial)
		}
		return true
	})
	return past
}
