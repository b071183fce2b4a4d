package child

// forgetEvery is the number of runs between two searches for tasks that are past.
const forgetEvery = 100

// forget forgets, every so many runs, the tasks from which nothing more can come, and
// returns their serial numbers. Messages of comms are runs too, and there may be many
// in a second. The ending task t stays: it is still the current one.
func (c *process) forget(t *task) (past []int) {
	if t.serial%forgetEvery != 0 {
		return nil
	}
	alive := goroutines()
	if alive == nil {
		return nil
	}
	c.tasks.Range(func(labels, v any) bool {
		u := v.(*task)
		if u != t && alive[u.serial] == 0 && !u.later.Load() && !u.out.HasPrograms() {
			c.tasks.Delete(labels)
			past = append(past, u.serial)
		}
		return true
	})
	return past
}
